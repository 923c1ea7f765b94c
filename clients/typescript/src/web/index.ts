export { Bridge } from "./bridge.js";
export * from "../exports.js";
