import { outsideCode } from "./links.ts"

const url = process.env["SITE_URL"]

/** Where the site is published, as `npm run site -- --url` says. Without it, pages name no canonical address. */
export const siteUrl = url ? new URL(url.replace(/\/*$/, "/")) : undefined

/** What the addresses of all pages begin with: a slash, or a path with slashes around it. */
export const basePath = siteUrl?.pathname ?? "/"

/** Lets the links and the files that a page names begin with the base path. */
export const withBasePath = (page: string, base = basePath): string =>
  outsideCode(page, (prose) => prose.replace(/(\]\(|\b(?:href|src)(?:="|":"))\/(?!\/)/g, `$1${base}`))
