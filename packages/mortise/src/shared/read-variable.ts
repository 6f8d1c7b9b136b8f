/** An environment variable, in every runtime. Undefined if it is not set, or if the program may not read it. */
export function readVariable(name: string): string | undefined {
  const { process } = globalThis as {
    readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> }
  }
  try {
    return process?.env?.[name]
  } catch {
    // Deno throws if the program may not read its environment.
    return undefined
  }
}
