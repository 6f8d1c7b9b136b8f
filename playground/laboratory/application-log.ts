import { format, inspect } from "node:util"

/** Creates a log that, once it is recorded, receives what an application prints. */
export function createApplicationLog() {
  const lines: string[] = []
  let isRecording = false
  return {
    isRecording: () => isRecording,
    /** An application prints the error that it responds to with status 503. */
    print: (error: unknown) => void lines.push(inspect(error)),
    /** Receives what is written to `console.error`, as by the default logger of Auth.js, until `stop`. */
    record() {
      const print = console.error
      console.error = (...values: unknown[]) => void lines.push(format(...values))
      isRecording = true
      return {
        text: () => lines.join("\n"),
        stop() {
          console.error = print
        },
      }
    },
  }
}
