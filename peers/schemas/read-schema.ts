import { readFile } from "node:fs/promises"

/** The statements of a file beside this one. */
export const readSchema = (file: string): Promise<string> => readFile(new URL(file, import.meta.url), "utf8")

/** Those of a schema that the benchmark makes its tables from, too. */
export const readBenchSchema = (file: string): Promise<string> =>
  readFile(new URL(`../../bench/src/schemas/${file}`, import.meta.url), "utf8")
