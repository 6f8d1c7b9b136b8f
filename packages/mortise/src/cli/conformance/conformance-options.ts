import { docsUrl } from "../program/docs-url.ts"

/** The options of `mortise conformance`. */
export const conformanceOptions = {
  url: { value: "URL", about: "the address of the backend, such as http://127.0.0.1:8787" },
  config: { value: "FILE", about: "instead of --url: a module that exports `adapter`" },
  chaos: {
    value: "FILE",
    about: `instead: a module that opens a cluster and injects faults into it; see ${docsUrl("conformance-clusters")}`,
  },
  minutes: { value: "N", about: "with --chaos: how long faults are injected", default: "1" },
  scratch: { about: "confirms that the database may be thrown away (required)" },
  effort: {
    value: "LEVEL",
    about: "quick, or full: all cases, and twenty times the rounds of each race",
    default: "quick",
  },
  only: {
    value: "LIST",
    about: "cases or topics, separated by commas, such as sessions,one-winner/tokens",
  },
  seed: { value: "N", about: "repeats the random choices of the run that printed it" },
  strict: { about: "warnings count as failures" },
  html: { value: "FILE", about: "writes the report as an HTML file, also if a case failed" },
  badge: { value: "FILE", about: "writes an SVG badge with the counts, also if a case failed" },
  "insecure-without-tls": {
    about: "allows http:// to another machine, which sends the key unencrypted",
  },
  json: { about: "print one JSON document on stdout at the end; progress is on stderr" },
} as const
