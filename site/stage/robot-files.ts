import type { Page } from "./page.ts"
import { basePath, siteUrl, withBasePath } from "./site-address.ts"

type Pages = readonly (readonly [slug: string, page: Page])[]

const home = `${siteUrl?.origin ?? ""}${basePath}`

const toAddress = (slug: string): string => `${home}${slug === "" ? "" : `${slug}/`}`

/** The files for crawlers and language models, by their names. */
export const robotFiles = (guides: Pages): Readonly<Record<string, string>> => ({
  "robots.txt": `User-agent: *\nAllow: /\n${siteUrl ? `Sitemap: ${siteUrl.href}sitemap-index.xml\n` : ""}`,
  "llms.txt": [
    "# Mortise",
    "",
    "> The data layer of authentication in TypeScript: the adapter of Auth.js and the database of Better Auth, on the database that an application has.",
    "",
    "## Guides",
    "",
    ...guides.map(([slug, { title, description }]) => `- [${title}](${toAddress(slug)}): ${description}`),
    "",
  ].join("\n"),
  "llms-full.txt": guides
    .map(
      ([slug, { title, body }]) =>
        `# ${title}\n\nSource: ${toAddress(slug)}\n\n${withBasePath(body.trim(), home)}\n`,
    )
    .join("\n"),
})
