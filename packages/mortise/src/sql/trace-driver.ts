import type { Driver } from "./driver.ts"

/** A driver that reports the text of each statement; without `onStatement`, the driver itself. */
export const traceDriver = (driver: Driver, onStatement: ((text: string) => void) | undefined): Driver =>
  onStatement
    ? {
        ...driver,
        run(statement, values, call) {
          onStatement(statement.text)
          return driver.run(statement, values, call)
        },
        batch(steps, call) {
          for (const [{ text }] of steps) onStatement(text)
          return driver.batch(steps, call)
        },
      }
    : driver
