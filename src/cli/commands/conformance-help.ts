/** The options of `mortise conformance`. */
export const conformanceOptions = {
  url: { type: "string" },
  scratch: { type: "boolean", default: false },
  effort: { type: "string", default: "quick" },
  only: { type: "string" },
  seed: { type: "string" },
  strict: { type: "boolean", default: false },
  "insecure-without-tls": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const

export const conformanceHelp = `mortise conformance: ask of a backend what the protocol promises

  --url URL              where the backend is, such as http://127.0.0.1:8787 (required)
  --scratch              its database may be written to and thrown away (required)
  --effort quick|full    quick unless said; full runs forty times the rounds of each race
  --only LIST            cases or topics, with commas between, such as sessions,races/one-use-of-a-token
  --seed N               repeats the random choices of the run that printed it
  --strict               warnings fail too
  --insecure-without-tls sends the key in the clear to another machine
  --json                 one JSON document on stdout when all is done; progress stays on stderr

From the environment, so that it stands in no list of processes:
  MORTISE_KEY            a service key that the backend knows, allowed \`operations\` (and \`extras\`)

It creates, changes and deletes rows of its own, and leaves most of them behind. What the backend does not
offer is found out first, and not asked.

Exit codes: 0 everything held · 1 a case failed · 2 wrong option, or no --scratch · 3 no key, or a URL that
            cannot be used · 4 nothing answers there, it is no backend, or the key was refused`
