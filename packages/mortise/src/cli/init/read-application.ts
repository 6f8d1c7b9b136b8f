import { existsSync, statSync } from "node:fs"
import { join, posix } from "node:path"
import { parseEnv } from "node:util"
import type { Framework, ModuleExtension } from "./framework.ts"
import { readText, readTsconfig, sourceFiles } from "./source-files.ts"

/** An existing application: where its modules are and how they are written. */
export type Application = Readonly<ReturnType<typeof readApplication>>

/** The module that creates the application. */
export type Entry = {
  readonly file: string
  readonly text: string
  readonly statement: string
  /** The variable with the application. */
  readonly name: string
  readonly isCommonJs: boolean
}

/** What is used of package.json. */
export type Manifest = {
  readonly type?: string
  readonly main?: unknown
  readonly scripts?: Readonly<Record<string, unknown>>
  readonly dependencies?: object
  readonly devDependencies?: object
  readonly packageManager?: string
}

/** Reads the modules of an application. What cannot be found is undefined. */
export function readApplication(
  folder: string,
  { existing }: Framework,
  manifest: Manifest,
  { isTyped: hasCompiler, isBun }: { readonly isTyped: boolean; readonly isBun: boolean },
) {
  const files = sourceFiles(folder)
  const scripts = Object.entries(manifest.scripts ?? {}).map(([name, text]) => ({ name, text: String(text) }))
  const [script] = ["dev", "start"].flatMap((name) => scripts.filter((candidate) => candidate.name === name))
  const started = script?.text ?? ""
  const texts = files.map((file) => ({ file, text: readText(folder, file) }))
  const creates = existing?.call?.creates
  const entry = creates && findEntry(texts, creates, `${started} ${manifest.main ?? ""}`)
  const tsconfig = readTsconfig(folder)
  const isJavaScript = files.some((file) => /jsx?$/.test(file)) && !files.some((file) => /tsx?$/.test(file))
  const isTyped = hasCompiler || tsconfig !== "" || existing?.keepsTypes === true || !isJavaScript
  const isModule = !entry || manifest.type === "module" || isBun || /\.m[jt]s$/.test(entry.file)
  const extension = `.${isModule || !existing?.call ? "" : "m"}${isTyped ? "ts" : "js"}` as ModuleExtension
  return {
    entry,
    /** The script of package.json that starts it. */
    script,
    extension,
    /** The folder of the sources with a slash at its end, or an empty text. */
    sources: sourceFolder(folder, tsconfig),
    /** The end of paths in imports. */
    importEnd: isModule ? importEnd(texts, isTyped, tsconfig) : ".mjs",
    port: findPort(folder, [entry?.text ?? "", ...(creates ? pickListeningTexts(texts) : []), started]),
    /** Whether something reads the file with the variables. */
    readsEnvironment:
      isBun ||
      /dotenv|env-file/.test(started) ||
      texts.some(({ text }) => /["']dotenv|\bloadEnvFile\b/.test(text)),
    /** Whether the compiler finds the types of packages with several entries. */
    findsEntries: !(
      /"module"\s*:\s*"commonjs"/i.test(tsconfig) &&
      !/"moduleResolution"\s*:\s*"(node16|nodenext|bundler)"/i.test(tsconfig)
    ),
  }
}

type SourceText = { readonly file: string; readonly text: string }

const usualEntry = /(^|\/)(app|server|index|main)\.\w+$/

/** The module that is started, else the one with a usual name that is nearest to the root. */
function findEntry(texts: readonly SourceText[], creates: RegExp, started: string): Entry | undefined {
  const rank = ({ file, text }: SourceText) => [
    started.includes(file) ? 0 : 1,
    /\.listen\(|\bserve\(/.test(text) ? 0 : 1,
    usualEntry.test(file) ? 0 : 1,
    file.split("/").length,
  ]
  const places = texts.filter(({ text }) => creates.test(text))
  const [first] = places.toSorted((left, right) => compareRanks(rank(left), rank(right)))
  const [statement = "", name = ""] = creates.exec(first?.text ?? "") ?? []
  if (!first) return undefined
  const isCommonJs = /\brequire\(/.test(first.text) && !/^import\s/m.test(first.text)
  return { ...first, statement: statement.trim(), name, isCommonJs }
}

const compareRanks = (left: readonly number[], right: readonly number[]): number =>
  left.map((value, index) => value - (right[index] ?? 0)).find((difference) => difference !== 0) ?? 0

const pickListeningTexts = (texts: readonly SourceText[]): readonly string[] =>
  texts.map(({ text }) => text).filter((text) => /\.listen\(|\bserve\(|normalizePort\(/.test(text))

/** Where the compiler looks, else `src`. */
function sourceFolder(folder: string, tsconfig: string): string {
  const rootDir = posix.normalize(/"rootDir"\s*:\s*"([^"]+)"/.exec(tsconfig)?.[1] ?? ".").replace(/\/$/, "")
  const isFolder = (path: string) => statSync(join(folder, path), { throwIfNoEntry: false })?.isDirectory()
  if (!rootDir.startsWith(".") && isFolder(rootDir)) return `${rootDir}/`
  return isFolder("src") ? "src/" : ""
}

/** As the modules import each other, else as the compiler needs it. */
function importEnd(texts: readonly SourceText[], isTyped: boolean, tsconfig: string): string {
  const written = texts
    .map(({ text }) => /\bfrom\s+["']\.{1,2}\/[^"']*?(\.[cm]?[jt]s)?["']/.exec(text))
    .find((match) => match !== null)
  if (written) return written[1] === undefined ? "" : written[1].endsWith("ts") ? ".ts" : ".js"
  if (!isTyped) return ".js"
  if (
    tsconfig === "" ||
    /"(allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true/.test(tsconfig)
  )
    return ".ts"
  return /"module"\s*:\s*"(node\d*|nodenext)"/i.test(tsconfig) ? ".js" : ""
}

const ports = [
  /\benv(?:\.|\[["'])PORT\b[^\n]*?\b(\d{2,5})\b/,
  /\.listen\(\s*(?:\{\s*port:\s*)?(\d{2,5})\b/,
  /\bserve\([^;]*?\bport:\s*(\d{2,5})\b/,
  /\b(?:const|let|var)\s+port\b[^\n]*?\b(\d{2,5})\b/i,
  /(?:--port[= ]|\s-p\s*|\bPORT=)(\d{2,5})\b/,
]

/** The port that a script or a module names. A variable of the environment comes first, as it does there. */
function findPort(folder: string, texts: readonly string[]): number | undefined {
  const variable = [".env.local", ".env"]
    .filter((file) => existsSync(join(folder, file)))
    .map((file) => parseEnv(readText(folder, file))["PORT"])
    .find((value) => value !== undefined)
  if (variable !== undefined && texts.some((text) => /\benv(\.|\[["'])PORT\b/.test(text)))
    return Number(variable)
  const [port] = texts.flatMap((text) => ports.flatMap((pattern) => pattern.exec(text)?.[1] ?? []))
  return port === undefined ? undefined : Number(port)
}
