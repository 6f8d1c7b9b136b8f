/** The options of `mortise serve`. */
export const serveOptions = {
  config: { type: "string" },
  host: { type: "string" },
  port: { type: "string" },
  "drain-seconds": { type: "string", default: "25" },
  "trusted-proxies": { type: "string", default: "0" },
  "rate-limit": { type: "string", default: "0" },
  "sweep-seconds": { type: "string", default: "300" },
  "no-sweep": { type: "boolean", default: false },
  "insecure-without-authentication": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const

export const serveHelp = `mortise serve: expose an adapter over HTTP

  --config FILE          a module that exports \`adapter\` and \`options\` (those of serve());
                         default: mortise.config.ts, .mjs or .js in this folder
  --host HOST            default: 127.0.0.1
  --port PORT            0 chooses a free port; default: 8787
  --drain-seconds N      how long requests may take to finish after SIGTERM; default: 25
  --trusted-proxies N    how many trusted proxies append to X-Forwarded-For; default: 0, which ignores it
  --rate-limit N         requests per minute for each key and address; default: 0, no limit
  --sweep-seconds N      how often expired rows are removed; default: 300
  --no-sweep             never remove expired rows, the same as --sweep-seconds 0
  --insecure-without-authentication
                         every caller that reaches the server may do anything; answers only requests
                         to localhost, 127.0.0.0/8 and [::1]
  --json                 print one JSON object per line

Without a file, from the environment:
  MORTISE_ADAPTER        memory, libsql, node-sqlite, better-sqlite3, pg, postgres, mysql2, mariadb
  MORTISE_DATABASE       the URL or the file of the database
  MORTISE_KEYS           a JSON list of the records that \`mortise key\` prints
  MORTISE_AUDIENCE       the public URL of this server, required for signed requests
  MORTISE_HOST, MORTISE_PORT

GET /health, /ready and /metrics need no key.

Exit codes: 0 stopped, all requests finished · 1 failure · 2 invalid option · 3 invalid configuration
            4 the address cannot be used · 5 requests were aborted`
