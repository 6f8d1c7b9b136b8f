/** The options of `mortise serve`. */
export const serveOptions = {
  config: { type: "string" },
  host: { type: "string" },
  port: { type: "string" },
  "drain-seconds": { type: "string", default: "25" },
  "trusted-proxies": { type: "string", default: "0" },
  "rate-limit": { type: "string", default: "0" },
  "insecure-without-authentication": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const

export const serveHelp = `mortise serve: put an adapter behind HTTP

  --config FILE          a module that exports \`adapter\` and \`options\` (as serve() takes them);
                         mortise.config.ts, .mjs or .js in this folder unless said
  --host HOST            127.0.0.1 unless said
  --port PORT            8787 unless said; 0 takes a free one
  --drain-seconds N      how long requests may take to finish after SIGTERM; 25 unless said
  --trusted-proxies N    how many proxies in front add to X-Forwarded-For; 0 ignores it
  --rate-limit N         requests a minute for each key and address; 0 for no limit
  --insecure-without-authentication
                         whoever reaches the server may do anything
  --json                 one JSON object a line

Without a file, from the environment:
  MORTISE_ADAPTER        memory, libsql, node-sqlite, better-sqlite3, pg, postgres, mysql2, mariadb
  MORTISE_DATABASE       the address or file of the database
  MORTISE_KEYS           a JSON list of records as \`mortise key\` prints them
  MORTISE_HOST, MORTISE_PORT

GET /health, /ready and /metrics need no key.

Exit codes: 0 stopped, all requests finished · 1 failed · 2 wrong option · 3 wrong configuration
            4 the address cannot be used · 5 requests were cut off`
