// biome-ignore-all lint/suspicious/noConsole: all output of the command line passes through this file
import { visibleJson, visibleLines } from "../shared/visible-text.ts"

/** Prints lines on stdout. */
export const printText = (text: string): void => console.log(visibleLines(text))

/** Prints lines on stderr. */
export const printErrorText = (text: string): void => console.error(visibleLines(text))

/** Prints a value on stdout as JSON: on one line, or with this indent. */
export const printJson = (value: unknown, indent?: number): void => console.log(visibleJson(value, indent))

/** Prints help, which has bold titles and no text from outside. */
export const printHelp = (text: string): void => console.log(text.trimEnd())

/** Prints help as the answer to a mistake. */
export const printHelpAsError = (text: string): void => console.error(text.trimEnd())
