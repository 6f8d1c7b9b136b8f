/** The package managers of the tabs. The documents are written for the first one. */
export const managers = ["npm", "pnpm", "yarn", "bun"] as const

export type Manager = (typeof managers)[number]

type Words = {
  readonly add: string
  readonly dev: string
  /** Runs a command of an installed package. */
  readonly run: string
  /** Runs a command of a package that need not be installed. */
  readonly fetch: string
}

const words: Readonly<Record<Exclude<Manager, "npm">, Words>> = {
  pnpm: { add: "pnpm add", dev: "--save-dev", run: "pnpm exec", fetch: "pnpm dlx" },
  yarn: { add: "yarn add", dev: "--dev", run: "yarn", fetch: "yarn dlx" },
  bun: { add: "bun add", dev: "--dev", run: "bunx", fetch: "bunx" },
}

/**
 * Commands for npm in the words of another package manager. `npm init` and `npm pkg` stay: npm comes with Node, and not
 * every manager has them. `undefined` if there is nothing to translate, as in commands for a clone of this repository.
 */
export function translateCommands(text: string, manager: Exclude<Manager, "npm">): string | undefined {
  if (/^npm (?!init|pkg|install \S)/m.test(text)) return undefined
  const { add, dev, run, fetch } = words[manager]
  const translated = text
    .replace(/^npm install --save-dev /gm, `${add} ${dev} `)
    .replace(/^npm install /gm, `${add} `)
    // `init` comes before the installation.
    .replace(/\bnpx (?=mortise init\b)/g, `${fetch} `)
    .replace(/\bnpx (?!-)/g, `${run} `)
  return translated === text ? undefined : translated
}
