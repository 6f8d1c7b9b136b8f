import { readFile } from "node:fs/promises"

export const readSchema = (file: string): Promise<string> => readFile(new URL(file, import.meta.url), "utf8")
