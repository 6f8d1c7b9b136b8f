import { mortise } from "../../shared/mortise-command.ts"
import { defineCommand } from "../program/command.ts"
import { exitCodes } from "../program/exit-code.ts"
import { printJson, printText } from "../terminal/output.ts"

/** Prints a secret. */
export const secretCommand = defineCommand({
  name: "secret",
  about: "print a fresh secret: for AUTH_SECRET, or for a key of encryptedTokens or audited",
  options: { json: { about: "print one JSON document: { secret }" } },
  notes:
    "The value has 264 random bits. A person who has AUTH_SECRET can forge sessions: store it like a password.",
  examples: [`${mortise} secret`, `echo "AUTH_SECRET=$(${mortise} secret)" >> .env`],
  exits: { 0: "printed" },
  async run({ json }) {
    const { freshSecret } = await import("../init/fresh-secret.ts")
    const secret = freshSecret()
    if (json) printJson({ secret })
    else printText(secret)
    return exitCodes.ok
  },
})
