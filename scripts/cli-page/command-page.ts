import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Command, OptionDefinition } from "../../packages/mortise/src/cli/program/command.ts"
import { docsUrl } from "../../packages/mortise/src/cli/program/docs-url.ts"
import { programDefinition } from "../../packages/mortise/src/cli/program-definition.ts"
import { mortise } from "../../packages/mortise/src/shared/mortise-command.ts"
import { root } from "../ensure-install.mjs"
import { guides } from "./guides.ts"

/** The file of a command's page in docs/cli. */
export const toFileName = (name: string): string => `${name.replace(" ", "-")}.md`

/** A command's page, from the data of which its help is made. */
export function commandPage(command: Command): string {
  const { name, about, examples, notes } = command
  const usage = ["mortise", name, "[options]", ...(command.arguments ?? []).map(argumentName)].join(" ")
  const parts = [
    `# mortise ${name}`,
    `${sentence(about)} Usage: \`${usage}\``,
    block("sh", examples),
    formatLinks(name),
    ...formatNotes(notes ?? "", name),
    "## Options",
    table("option", optionRows(command), name),
    "## Exit codes",
    table("code", Object.entries(command.exits), name),
  ]
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`
}

const sentence = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}.`

const block = (language: string, lines: readonly string[]): string =>
  `\`\`\`${language}\n${lines.join("\n")}\n\`\`\``

const argumentName = ({ name, optional }: { readonly name: string; readonly optional?: true }): string =>
  optional ? `[${name}]` : `<${name}>`

const formatLinks = (name: string): string => {
  const pages = guides[name]?.map((page) => linkTo(page)) ?? []
  return pages.length === 0 ? "" : `${pages.length > 1 ? "Guides" : "Guide"}: ${pages.join(", ")}`
}

/** A link from docs/cli to another page of docs/, with its heading. */
function linkTo(page: string): string {
  const [, heading] = /^# (.+)$/m.exec(readFileSync(join(root, "docs", `${page}.md`), "utf8")) ?? []
  return `[${heading}](../${page}.md)`
}

const optionRows = (command: Command): [string, string][] => [
  ...(command.arguments ?? []).map((argument): [string, string] => [
    `\`${argumentName(argument)}\``,
    argument.about,
  ]),
  ...Object.entries(command.options).map(([name, option]): [string, string] => [
    `\`--${name}${option.value === undefined ? "" : ` <${option.value}>`}\``,
    aboutOption(option),
  ]),
]

const aboutOption = ({ about, default: initial }: OptionDefinition): string =>
  initial === undefined ? about : `${about}; default: ${initial}`

const table = (head: string, rows: readonly (readonly [string, string])[], name: string): string =>
  [
    `| ${head} | meaning |`,
    "|---|---|",
    ...rows.map(([first, text]) => `| ${first} | ${inProse(text, name).replaceAll("|", "\\|")} |`),
  ].join("\n")

/** Paragraphs as prose, and their indented lines, which form columns, as they are. */
const formatNotes = (notes: string, name: string): string[] =>
  notes
    .split("\n\n")
    .flatMap((paragraph) =>
      (paragraph.match(/(?:^ .*\n?)+|(?:^[^ \n].*\n?)+/gm) ?? []).map((part) =>
        part.startsWith(" ")
          ? block("text", part.trimEnd().replace(/^ {2}/gm, "").split("\n"))
          : withFullStops(inProse(part.trim().replace(/\s+/g, " "), name)),
      ),
    )

/** An address ends a sentence without a full stop, which would become part of it. A link needs one. */
const withFullStops = (text: string): string => text.replace(/(\]\(\.\.\/[^)]+\))(?=$| [A-Z])/g, "$1.")

const commands = programDefinition.commands.map(({ name }) => name)
const page = new RegExp(`${docsUrl("([\\w/-]+)").replaceAll(".", "\\.")}`)
const code =
  /`[^`]+`|https:\S+|npm install .+|--[a-z][\w-]*(?: \d+)?|<[a-z]+>[.\w]*|\bMORTISE_[A-Z_]+|\bnpx mortise [a-z-]+(?: [a-z]+)?/g

/** Text of the help as Markdown: options, variables and files become code, names of pages and commands links. */
const inProse = (text: string, ownName: string): string =>
  text.replace(code, (match) => {
    const [, guide] = page.exec(match) ?? []
    if (guide !== undefined) return linkTo(guide)
    if (!match.startsWith(mortise)) return match.startsWith("`") ? match : `\`${match}\``
    const name = commands.find((candidate) => `${match} `.startsWith(`${mortise} ${candidate} `))
    if (name === undefined) return match
    const command = `\`${mortise} ${name}\``
    const named = name === ownName ? command : `[${command}](${toFileName(name)})`
    return named + match.slice(command.length - 2)
  })
