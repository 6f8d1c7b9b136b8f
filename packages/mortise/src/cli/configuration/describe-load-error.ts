import { readFileSync } from "node:fs"
import { relative, sep } from "node:path"
import { withheldMessage } from "../../shared/console.ts"
import { describeError } from "../terminal/describe-error.ts"

/**
 * Why an application's file could not be loaded, and where. Only messages of Node or the compiler about code are
 * repeated: others may contain a connection string.
 */
export async function describeLoadError(error: unknown): Promise<string> {
  const { MortiseError } = await import("../../contract/errors.ts")
  const described = await describeError(error)
  const place = findPlace(error)
  const here = place === undefined ? "" : `, in ${place}`
  if (error instanceof MortiseError) return described + here
  const message = messageAboutCode(error)
  if (message === undefined) return `${described}${here}; ${withheldMessage}`
  return /^Cannot find (module|package) /.test(message)
    ? `${message}${here}. ${/'bun(:\w+)?'/.test(message) ? partOfBun : missingModule}`
    : message + here
}

const partOfBun = "It is part of Bun: run the command there, with bunx --bun mortise"
const missingModule = "If it is a package, install it; otherwise correct the path"

const moduleCodes: ReadonlySet<unknown> = new Set([
  "MODULE_NOT_FOUND",
  "ERR_MODULE_NOT_FOUND",
  "ERR_PACKAGE_PATH_NOT_EXPORTED",
  "ERR_UNSUPPORTED_DIR_IMPORT",
  "ERR_DLOPEN_FAILED",
])

const aboutCode =
  /^(ParseError: .*|[\w$]+ is not defined|Cannot read properties of (undefined|null) \(reading '[\w$]+'\)|[\w$.(), ]+ is not (a function|a constructor|iterable))$/

function messageAboutCode(error: unknown): string | undefined {
  const { code, message = "" } = Object(error) as { readonly code?: unknown; readonly message?: string }
  const [line = ""] = message.split("\n")
  if (!moduleCodes.has(code) && !aboutCode.test(line)) return undefined
  return line.replace("ParseError: ", "").trim().replace(/\.$/, "")
}

// `file:///app/auth.ts:3:1`, `/app/auth.ts:3:1` and `C:\app\auth.ts:3:1`; the line is absent in a list of importers.
const location = /(?:file:\/\/)?((?:\/|[A-Za-z]:\\)[^\s:()]+\.[cm]?[jt]sx?)(?::(\d+))?/g

/** The first place inside the current folder that an error's stack or message names. */
function findPlace(error: unknown): string | undefined {
  const { stack = "", message = "" } = Object(error) as { readonly stack?: string; readonly message?: string }
  for (const [, path = "", line] of `${stack}\n${message}`.matchAll(location)) {
    const file = relative(process.cwd(), decodeURI(path))
    if (file.startsWith("..") || file.split(sep).includes("node_modules")) continue
    const lineNumber = line ?? findImportLine(path, message)
    return lineNumber === undefined ? file : `${file}:${lineNumber}`
  }
  return undefined
}

/** The line of a file that imports the module that was not found. */
function findImportLine(path: string, message: string): string | undefined {
  const specifier = /'([^']+)'/.exec(message)?.[1]
  try {
    const lines = readFileSync(path, "utf8").split("\n")
    const index = lines.findIndex((line) => specifier !== undefined && line.includes(specifier))
    return index < 0 ? undefined : String(index + 1)
  } catch {
    return undefined
  }
}
