import type { RedisConnection, RedisDriver } from "./connection.ts"

/** Called with each command before it is sent, and with the text of a script. Neither contains a value. */
export type OnCommand = (command: string, script?: string) => void

/** Reports every command: scripts by their names, keys without what is in their braces, and no arguments. */
export const observedDriver = (driver: RedisDriver, onCommand: OnCommand): RedisDriver => ({
  ...driver,
  connection: (sending) => observedConnection(driver.connection(sending), onCommand),
})

const observedConnection = (connection: RedisConnection, onCommand: OnCommand): RedisConnection => ({
  ...connection,
  evaluate(script, keys, args) {
    onCommand(["EVALSHA", script.name, keys.length, ...keys.map(withoutValue)].join(" "), script.text)
    return connection.evaluate(script, keys, args)
  },
  read(command, ...args) {
    onCommand(`${command} ${withoutValue(args[0] ?? "")}`.trim())
    return connection.read(command, ...args)
  },
  write(command, ...args) {
    onCommand(`${command} ${withoutValue(args[0] ?? "")}`.trim())
    return connection.write(command, ...args)
  },
})

const withoutValue = (key: string): string => key.replace(/\{.*\}/s, "{…}")
