import { clients } from "./clients.ts"
import { frameworks, type Project } from "./detect-project.ts"

const runners = { npm: "npx", pnpm: "pnpm exec", yarn: "yarn", bun: "bunx" } as const

/** What a person does after `init`, as commands with comments. */
export function nextSteps({ framework, client, packageManager, installed }: Project): string[] {
  const known = frameworks[framework]
  const packages = [...(known?.packages ?? []), "mortise", ...(clients[client]?.packages ?? [])]
  const prepare = clients[client]?.hasNoTables
    ? "doctor     # checks what Redis loses in a restart or a failover"
    : "migrate    # creates the tables"
  const missing = packages.filter((name) => !installed.has(name.replace(/(?<=.)@.*/, "")))
  const run = runners[packageManager.name]
  return [
    ...(missing.length > 0 ? [`${packageManager.install} ${missing.join(" ")}`] : []),
    `${run} mortise secret     # the value of AUTH_SECRET in ${known?.environment}`,
    `${run} mortise ${prepare}`,
    "# AUTH_URL in production: the address of your application, such as https://app.example",
    `# AUTH_GITHUB_ID and AUTH_GITHUB_SECRET: the settings of your OAuth app on GitHub`,
    `# ${known?.page} explains the files`,
  ]
}
