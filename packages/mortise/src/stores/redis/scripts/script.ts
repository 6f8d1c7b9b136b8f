/** A Lua script. The server runs it alone, so it is one atomic step. */
export type Script = {
  readonly name: string
  readonly text: string
  readonly isWrite: boolean
  /** The name under which the server keeps it: the SHA-1 of the text. */
  digest(): Promise<string>
}

export function script(name: string, text: string, { isWrite }: { isWrite: boolean }): Script {
  let digest: Promise<string> | undefined
  return { name, text, isWrite, digest: () => (digest ??= sha1(text)) }
}

async function sha1(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("")
}
