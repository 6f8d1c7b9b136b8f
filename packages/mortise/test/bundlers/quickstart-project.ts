import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { root } from "../../../../scripts/ensure-install.mjs"
import { type ConsumerProject, consumerProject } from "../../../workshop/src/runtimes/consumer-project.ts"
import { bundlerFile } from "./install.ts"

const fileBlock = /^```\w+ (\S+)\n([\s\S]*?)^```/gm
const installLine = /^npm install (?:--save-dev )?(.+)$/gm

const anotherDatabase = /^## Another database\n[\s\S]*?(?=^## )/m

/** The database of an application. */
export type Database = "sqlite" | "postgres"

/** The application of a quickstart. With another database, the files and packages of that section are part of it. */
export function quickstartProject(page: string, database: Database): ConsumerProject {
  const whole = readFileSync(join(root, "docs/quickstart", page), "utf8")
  return documentedProject(database === "sqlite" ? whole.replace(anotherDatabase, "") : whole)
}

/** The application of a page or a section: the files that it shows, and only the packages that it installs. */
export function documentedProject(text: string): ConsumerProject {
  const project = consumerProject()
  // The command line loads TypeScript through it, and npm installs it with the package.
  symlinkSync(join(root, "node_modules/jiti"), join(project.folder, "node_modules/jiti"))
  for (const [, path = "", content = ""] of text.matchAll(fileBlock))
    write(project.folder, path, content.replace(/(\w+): printMail\b/, withMailer))
  const requests = [...text.matchAll(installLine)].flatMap(([, packages = ""]) => packages.split(" "))
  const names = requests.map((request) => link(project.folder, request))
  // Vite bundles those packages for SvelteKit that package.json names.
  const dependencies = Object.fromEntries(names.map((name) => [name, "*"]))
  write(project.folder, "package.json", JSON.stringify({ private: true, type: "module", dependencies }))
  // Turbopack follows links to packages only within its root.
  if (names.includes("next"))
    write(project.folder, "next.config.mjs", `export default { turbopack: { root: "/" } }`)
  return project
}

/** The applications are built for production, where `printMail` refuses. This mailer prints all the same. */
function withMailer(_line: string, option: string): string {
  const names = { sendVerificationRequest: "identifier, url", sendLink: "to, link", sendCode: "to, code" }
  const [to, content] = names[option as keyof typeof names].split(", ")
  return `${option}: ({ ${to}, ${content} }) => console.log(\`Mail to \${${to}}: \${${content}}\`)`
}

function write(folder: string, path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

/** Links a package that is written as on the command line, such as `next-auth@5.0.0-beta.32`. Returns its name. */
function link(folder: string, request: string): string {
  const [, name = "", version = ""] = /^(@?[^@]+)(?:@(.+))?$/.exec(request) ?? []
  if (name === "mortise") return name
  const installed = [bundlerFile(name), join(root, "node_modules", name)].find(existsSync) ?? ""
  const manifest: { version: string } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"))
  // The version of TypeScript is a peer of SvelteKit, whose build does not compile with it.
  if (name !== "typescript" && !manifest.version.startsWith(version))
    throw new Error(`The page installs ${request}; test/bundlers/package.json pins ${manifest.version}.`)
  mkdirSync(dirname(join(folder, "node_modules", name)), { recursive: true })
  symlinkSync(installed, join(folder, "node_modules", name))
  return name
}
