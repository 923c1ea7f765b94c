import "./page-host.mjs";
import "../../examples/browser/page.mjs";
import "./agent.mjs";
