import { readFile } from "node:fs/promises"

/** The statements of a file in this folder. */
export const readSchema = (file: string): Promise<string> => readFile(new URL(file, import.meta.url), "utf8")
