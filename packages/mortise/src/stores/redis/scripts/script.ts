import type { Awaitable } from "../../../shared/awaitable.ts"

/** A Lua script. The server runs it alone, so it is one atomic step. */
export type Script = {
  readonly name: string
  readonly text: string
  readonly isWrite: boolean
  /** The name under which the server keeps it: the SHA-1 of the text. */
  digest(): Awaitable<string>
}

/** A script that changes nothing. */
export const readScript = (name: string, text: string): Script => createScript(name, text, false)

export const writeScript = (name: string, text: string): Script => createScript(name, text, true)

function createScript(name: string, text: string, isWrite: boolean): Script {
  let digest: string | undefined
  const compute = async () => {
    digest = await sha1(text)
    return digest
  }
  return { name, text, isWrite, digest: () => digest ?? compute() }
}

async function sha1(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** Runs a script by its digest; if the server does not have the script, by its text. */
export async function evaluateOn(
  send: (...command: [string, ...string[]]) => Promise<unknown>,
  script: Script,
  keys: readonly string[],
  args: readonly string[],
): Promise<unknown> {
  const rest = [String(keys.length), ...keys, ...args]
  try {
    const digest = script.digest()
    return await send("EVALSHA", typeof digest === "string" ? digest : await digest, ...rest)
  } catch (error) {
    // The server refused it before anything ran.
    if (!String((error as Error).message).startsWith("NOSCRIPT")) throw error
    return send("EVAL", script.text, ...rest)
  }
}
