// biome-ignore-all lint/suspicious/noConsole: the default of every option that takes a callback for text
/** Prints a line on the console. */
export const printLine = (line: string): void => console.log(line)

/** The option `onWarning`: a function, or `false` to ignore warnings. */
export type OnWarning = ((message: string) => void) | false

/** Where warnings go. Without the option, they are printed on the console. */
export function warningsTo(onWarning: OnWarning | undefined): (message: string) => void {
  if (onWarning === false) return () => {}
  return onWarning ?? ((message) => console.warn(message))
}
