import { mortise } from "../../shared/mortise-command.ts"
import { conformanceOptions } from "../conformance/conformance-options.ts"
import { defineCommand } from "../program/command.ts"

/** Runs the conformance suite on a backend at a URL, or on the adapter of the configuration. */
export const conformanceCommand = defineCommand({
  name: "conformance",
  about: "run the conformance suite against a backend, an adapter, or a cluster that fails",
  options: conformanceOptions,
  notes: `The suite is a separate package: npm install --save-dev @mortise/conformance

From the environment, so that the key is not visible in the process list:
  MORTISE_KEY   with --url: a service key with the permissions \`operations\` and \`provider_tokens\`
                (with extras, also \`extras\` and \`session_tokens\`)

The suite creates, changes and deletes its own rows, and leaves most of them behind. It first detects which
optional parts a backend has, and skips the cases that need the others.

With --chaos, several processes call a cluster while its module injects faults. Afterwards every node's rows are
compared with the answers that the callers got.`,
  examples: [
    `${mortise} conformance --url http://127.0.0.1:8787 --scratch`,
    `${mortise} conformance --config adapter.ts --scratch --only sessions`,
    `${mortise} conformance --chaos cluster.mjs --scratch --minutes 10`,
  ],
  exits: {
    0: "every case passed, or --chaos found nothing",
    1: "a case failed, or --chaos found a broken promise",
    2: "invalid option, or no --scratch",
    3: "the suite is not installed, no key, an invalid URL or configuration",
    4: "no answer, not a backend, or the key was refused",
    130: "Ctrl-C stopped --chaos after a fault",
  },
  run: async (options) => (await import("../conformance/run-conformance.ts")).runConformance(options),
})
