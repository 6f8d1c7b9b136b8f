import { readFile } from "node:fs/promises"
import { text } from "node:stream/consumers"
import { describeError } from "../describe-error.ts"
import { fileError } from "../own-file.ts"

/** The text of a file, or of stdin for `-`. */
export async function readList(file: string): Promise<string> {
  try {
    return file === "-" ? await text(process.stdin) : await readFile(file, "utf8")
  } catch (error) {
    throw fileError(`The list of users cannot be read (${await describeError(error)}): check its name`)
  }
}
