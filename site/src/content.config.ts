import { defineCollection } from "astro:content"
import { docsSchema } from "@astrojs/starlight/schema"
import { glob } from "astro/loaders"

/** The pages that `stage/main.ts` prepares from the repository's Markdown and code. */
export const collections = {
  docs: defineCollection({
    loader: glob({ base: "./.cache/pages", pattern: "**/*.md" }),
    schema: docsSchema(),
  }),
}
