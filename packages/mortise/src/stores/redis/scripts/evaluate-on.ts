import type { Script } from "./script.ts"

/** Runs a script by its digest; if the server does not have the script, by its text. */
export async function evaluateOn(
  send: (...command: [string, ...string[]]) => Promise<unknown>,
  script: Script,
  keys: readonly string[],
  args: readonly string[],
): Promise<unknown> {
  const rest = [String(keys.length), ...keys, ...args]
  try {
    return await send("EVALSHA", await script.digest(), ...rest)
  } catch (error) {
    // The server refused it before anything ran.
    if (!String((error as Error).message).startsWith("NOSCRIPT")) throw error
    return send("EVAL", script.text, ...rest)
  }
}
