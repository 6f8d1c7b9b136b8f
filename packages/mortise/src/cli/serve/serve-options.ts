/** The options of `mortise serve`. */
export const serveOptions = {
  config: {
    value: "FILE",
    about:
      "a module that exports `adapter` and `options` (for serve()); default: mortise.config.ts, .mjs or .js in this folder",
  },
  host: { value: "HOST", about: "default: 127.0.0.1" },
  port: { value: "PORT", about: "0 chooses a free port; default: 8787" },
  "drain-seconds": {
    value: "N",
    about: "how long requests may take to finish after SIGTERM",
    default: "25",
  },
  "trusted-proxies": {
    value: "N",
    about: "how many trusted proxies append to X-Forwarded-For; 0 ignores it",
    default: "0",
  },
  "rate-limit": {
    value: "N",
    about: "requests per minute for each key and address; 0 means no limit",
    default: "0",
  },
  metrics: {
    value: "ACCESS",
    about:
      "who may read /metrics: open (every caller), key (a service key with the permission metrics), or off; default: open",
  },
  "metrics-port": { value: "PORT", about: "serve /metrics on this port instead; 0 chooses a free port" },
  "metrics-host": { value: "HOST", about: "the address of --metrics-port; default: the address of --host" },
  "sweep-seconds": { value: "N", about: "how often expired rows are removed", default: "300" },
  "no-sweep": { about: "never remove expired rows, the same as --sweep-seconds 0" },
  "insecure-without-authentication": {
    about:
      "every caller that reaches the server may do anything; answers only requests to localhost, 127.0.0.0/8 and [::1]",
  },
  json: { about: "print one JSON object per line" },
} as const
