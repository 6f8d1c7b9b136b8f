import { existsSync } from "node:fs"
import { join, posix } from "node:path"
import type { Existing, Framework, ModuleExtension } from "./framework.ts"
import type { Application } from "./read-application.ts"

/** The files of a framework as an existing application has its own: in its folder, its language and its port. */
export function fitFramework(folder: string, framework: Framework, application: Application): Framework {
  const { existing, routes } = framework
  const { extension, importEnd, entry, port, sources } = application
  const origin = port === undefined ? framework.origin : framework.origin.replace(/\d+$/, String(port))
  const isDone = entry !== undefined && existing?.call?.isDone.test(entry.text) === true
  const canShow = existing?.needs?.some((file) =>
    [file, `src/${file}`].some((path) => existsSync(join(folder, path))),
  )
  const place = (path: string) => `${existing?.call ? sources : ""}${changeExtension(path, extension)}`
  const fitFiles = (files: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => [
        place(path),
        fitText(text, extension, existing?.call && importEnd).replaceAll(framework.origin, origin),
      ]),
    )
  const added = isDone || canShow === false ? {} : fitFiles(existing?.files ?? {})
  return {
    ...framework,
    origin,
    adapter: place(framework.adapter),
    ...(existing?.call && { importEnd, ...buildStart(application, framework.start) }),
    files: isDone ? {} : { ...fitFiles(framework.files), ...added },
    newFiles: {},
    firstPage: Object.keys(added).length > 0 ? "/signed-in" : `${routes}/signin`,
  }
}

/** Node runs TypeScript only if the imports name the files as they are. */
function buildStart({ entry, importEnd }: Application, start: string): Partial<Framework> {
  if (entry === undefined) return {}
  const command = start.replace("server.ts", entry.file)
  const needsCompiler = entry.file.endsWith("ts") && importEnd !== ".ts"
  return { start: needsCompiler ? command.replace("node", "npx tsx") : command }
}

const changeExtension = (path: string, extension: ModuleExtension): string =>
  path.replace(/\.ts(x?)$/, (_, jsx: string) => (jsx === "" ? extension : extension.replace(/s$/, "sx")))

/** Without `importEnd`, the imports stay as they are. */
function fitText(text: string, extension: ModuleExtension, importEnd: string | undefined): string {
  const fitted = inLanguage(text, extension)
  return importEnd === undefined ? fitted : fitted.replaceAll(/(from "\.[^"]+)\.ts"/g, `$1${importEnd}"`)
}

/** A text of the templates in the language of the application. */
export const inLanguage = (text: string, extension: ModuleExtension = ".ts"): string =>
  extension.endsWith("ts") ? text : withoutTypes(text)

/** The templates have few types. */
const withoutTypes = (text: string): string =>
  text
    .replaceAll(/^import type .*\n/gm, "")
    .replaceAll(/^declare module [\s\S]*?^\}\n\n/gm, "")
    .replaceAll(/^((?:export )?const \w+): \w+ =/gm, "$1 =")
    .replaceAll(/\btext<[^>]*>\(/g, "text(")

/** A line that the user adds to a module of the application. */
export type AddedLine = {
  readonly file: string
  /** The statement below which the line belongs; empty for the top of the file. */
  readonly below: string
  readonly text: string
}

/** The lines that connect the files with the application. */
export function linesToAdd({ existing }: Framework, application: Application): readonly AddedLine[] {
  const { entry, sources, importEnd } = application
  const call: Existing["call"] = existing?.call
  if (!call || (entry && call.isDone.test(entry.text))) return []
  const file = entry?.file ?? `${sources}index${application.extension.replace("m", "")}`
  const target = posix.relative(posix.dirname(file), `${sources}${call.module}`)
  const specifier = `${target.startsWith(".") ? "" : "./"}${target}${importEnd}`
  const name = `{ ${call.imported} }`
  const imported = entry?.isCommonJs
    ? `const ${name} = require("${specifier}")`
    : `import ${name} from "${specifier}"`
  return [
    { file, below: "", text: imported },
    {
      file,
      below: entry?.statement ?? "the statement that creates the application",
      text: call.line(entry?.name ?? "app"),
    },
  ]
}
