import { mortise } from "../../shared/mortise-command.ts"
import { openClients } from "../drivers/clients.ts"
import { defineCommand } from "../program/command.ts"
import { serveOptions } from "../serve/serve-options.ts"

/** Serves the adapter of the configuration until a signal arrives. */
export const serveCommand = defineCommand({
  name: "serve",
  about: "expose an adapter over HTTP",
  options: serveOptions,
  notes: `Without a file, from the environment:
  MORTISE_ADAPTER        memory, or the name of a client
  MORTISE_DATABASE       the URL or the file of the database
  MORTISE_PG_SCHEMA      the PostgreSQL schema of the tables

With or without a file, unless \`options\` of the file or the command line has the same:
  MORTISE_KEYS           a JSON list of the records that \`${mortise} key\` prints
  MORTISE_AUDIENCE       the public URL of this server, required for signed requests
  MORTISE_HOST, MORTISE_PORT
  MORTISE_METRICS        open, key or off
  MORTISE_METRICS_HOST, MORTISE_METRICS_PORT

MORTISE_ADAPTER is one of memory, ${Object.keys(openClients).join(", ")}.

GET /health and /ready need no key, and GET /metrics needs one with \`--metrics key\`.`,
  examples: [
    `${mortise} serve`,
    `${mortise} serve --config mortise.config.ts --host 0.0.0.0 --rate-limit 600`,
    `${mortise} serve --metrics-port 9464 --metrics-host 127.0.0.1`,
  ],
  exits: {
    0: "stopped, all requests finished",
    1: "failure",
    3: "invalid configuration",
    4: "the address cannot be used",
    5: "requests were aborted",
  },
  run: async (options) => (await import("../serve/serve-adapter.ts")).serveAdapter(options),
})
