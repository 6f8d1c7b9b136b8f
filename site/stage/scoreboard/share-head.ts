import { basePath, siteUrl } from "../site-address.ts"

/** The tags that name the picture of a page, for those who share its address. */
export function shareHead(picture: string) {
  const content = `${siteUrl?.origin ?? ""}${basePath}${picture}`
  return [
    { tag: "meta", attrs: { property: "og:image", content } },
    { tag: "meta", attrs: { name: "twitter:card", content: "summary_large_image" } },
  ] as const
}
