import { tenantOptions } from "../program/command.ts"

/** The options of `mortise studio`. */
export const studioOptions = {
  ...tenantOptions,
  port: { value: "PORT", about: "0 chooses a free port", default: "8788" },
  write: { about: "allow changes; without it, the studio only reads" },
  "no-open": { about: "print the link and do not open a browser" },
  json: { about: "print one JSON object per line, and do not open a browser" },
} as const
