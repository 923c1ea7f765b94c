import assert from "node:assert/strict";
import test from "node:test";
import { inspector } from "./parts.mjs";

const { RpcConnection, RpcError } = inspector(["RpcConnection", "RpcError"]);

// Returns a connection that has authenticated, and the proofs that it has sent. The bridge accepts one token.
async function authenticated(ticket, session) {
  const proofs = [], sentence = "the ticket is unknown, was used, or has expired";
  const connection = Object.assign(Object.create(RpcConnection.prototype), {
    ticket, session, handlers: {}, socket: { close() {} },
    async call(_, proof) {
      proofs.push(JSON.stringify(proof));
      if (proof.token === "good") return { role: "control" };
      throw new RpcError({ code: -32001, message: sentence });
    },
  });
  await connection.authenticate();
  return { connection, proofs, sentence };
}

test("the reason for which a ticket was refused is kept", async () => {
  const { connection, sentence } = await authenticated("used", null);
  assert.deepEqual([connection.state, connection.refusal], ["refused", sentence]);
});

test("a page that has a session does not lose it by a used ticket", async () => {
  const { connection, proofs } = await authenticated("used", { token: "good", role: "control" });
  assert.equal(connection.state, "open");
  assert.deepEqual(proofs, ['{"ticket":"used"}', '{"token":"good"}']);
});

test("a refused session is that of an earlier run of the bridge", async () => {
  const { connection } = await authenticated(null, { token: "old" });
  assert.deepEqual([connection.state, connection.refusal], ["refused", null]);
});
