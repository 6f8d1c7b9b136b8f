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

export const conformanceHelp = `mortise conformance: run the conformance suite against a backend

  --url URL              the address of the backend, such as http://127.0.0.1:8787 (required)
  --scratch              confirms that the database of the backend may be thrown away (required)
  --effort quick|full    full runs forty times the rounds of each race; default: quick
  --only LIST            cases or topics, separated by commas, such as sessions,races/one-use-of-a-token
  --seed N               repeats the random choices of the run that printed it
  --strict               warnings count as failures
  --insecure-without-tls allows http:// to another machine, which sends the key unencrypted
  --json                 print one JSON document on stdout at the end; progress is on stderr

From the environment, so that the key is not visible in the list of processes:
  MORTISE_KEY            a service key of the backend with the permission \`operations\` (and \`extras\`)

The suite creates, changes and deletes its own rows, and leaves most of them behind. It first detects which
optional parts the backend has, and skips the cases of the others.

Exit codes: 0 every case passed · 1 a case failed · 2 invalid option, or no --scratch · 3 no key, or an
            invalid URL · 4 no answer, not a backend, or the key was refused`
