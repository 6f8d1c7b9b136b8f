// biome-ignore-all lint/suspicious/noConsole: the default of every option that takes a callback for text
/** Prints a line on the console. */
export const printLine = (line: string): void => console.log(line)
