/** A module that is imported by name, so its types are unknown. */
export type Module = Readonly<Record<string, unknown>>

type AnyFunction = (...args: unknown[]) => unknown

export const callExport = (module: unknown, name: string, ...args: unknown[]): unknown =>
  ((module as Module)[name] as AnyFunction)(...args)

export const constructExport = (module: unknown, name: string, ...args: unknown[]): unknown =>
  Reflect.construct((module as Module)[name] as AnyFunction, args)

/** Without a listener, Redis clients print errors or end the process. Each call reports its own error. */
export const silenceErrors = (client: unknown): unknown =>
  (client as { on(event: "error", listener: () => void): unknown }).on("error", () => {})

/** The factory that a driver exports: `betterSqlite3Adapter` for `better-sqlite3`. */
export const factoryName = (driver: string): string =>
  `${driver.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Adapter`
