import { printDeep } from "../print.ts"

// Cases run concurrently, and each would replace the methods of the console: one replacement serves all of them.

const methods = ["log", "info", "warn", "error", "debug", "trace", "dir"] as const

const listeners = new Set<string[]>()
let restore = (): void => {}

function replaceMethods(): () => void {
  const { console: terminal } = globalThis
  const real = methods.map((name) => [name, terminal[name]] as const)
  for (const [name, print] of real)
    terminal[name] = (...args: unknown[]) => {
      const text = args.map(printDeep).join(" ")
      for (const printed of listeners) printed.push(text)
      print.apply(terminal, args)
    }
  return () => {
    for (const [name, print] of real) terminal[name] = print
  }
}

/** Everything that is printed to the console while the body runs, also by other cases. */
export async function whatIsPrinted(body: () => Promise<void>): Promise<string[]> {
  const printed: string[] = []
  if (listeners.size === 0) restore = replaceMethods()
  listeners.add(printed)
  try {
    await body()
  } finally {
    listeners.delete(printed)
    if (listeners.size === 0) restore()
  }
  return printed
}
