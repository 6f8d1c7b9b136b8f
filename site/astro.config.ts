import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import starlight from "@astrojs/starlight"
import { defineConfig } from "astro/config"
import { repository } from "../packages/mortise/src/cli/program/docs-url.ts"
import { remarkPackageTabs } from "./src/package-tabs/remark-package-tabs.ts"
import { restoreChoice } from "./src/package-tabs/restore-choice.ts"
import { reachableCode } from "./src/reachable-code.ts"
import { rehypeTables } from "./src/rehype-tables.ts"
import { installSearch } from "./src/search/install-search.ts"
import { shareHead } from "./stage/scoreboard/share-head.ts"
import { basePath, siteUrl } from "./stage/site-address.ts"

const chooseManager = fileURLToPath(new URL("./src/package-tabs/choose-manager.ts", import.meta.url))

export default defineConfig({
  ...(siteUrl && { site: siteUrl.origin }),
  base: basePath,
  outDir: "./dist",
  publicDir: "./.cache/public",
  cacheDir: "./.cache/astro",
  trailingSlash: "always",
  devToolbar: { enabled: false },
  markdown: { remarkPlugins: [remarkPackageTabs], rehypePlugins: [rehypeTables], smartypants: false },
  integrations: [
    {
      name: "package tabs",
      hooks: {
        "astro:config:setup"({ injectScript }) {
          injectScript("head-inline", restoreChoice)
          injectScript("page", `import ${JSON.stringify(chooseManager)}`)
        },
      },
    },
    starlight({
      title: "Mortise",
      description: "Sign-in on the database you already have.",
      favicon: "/favicon.svg",
      head: [...shareHead("share.png")],
      customCss: [
        "../packages/pages/src/tokens.css",
        "./src/house.css",
        "./src/charts.css",
        "./src/replay.css",
        "./src/start-page.css",
        "./src/start-menu.css",
        "./src/package-tabs/package-tabs.css",
      ],
      components: { Header: "./src/header.astro" },
      sidebar: JSON.parse(readFileSync(new URL("./.cache/sidebar.json", import.meta.url), "utf8")),
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      social: [{ icon: "github", label: "The repository", href: repository }],
      expressiveCode: {
        plugins: [reachableCode],
        themes: ["github-dark-dimmed", "github-light"],
        // A command needs no picture of a terminal around it.
        defaultProps: { overridesByLang: { "sh,bash,diff": { frame: "none" } } },
        styleOverrides: {
          borderRadius: "var(--radius)",
          borderColor: "var(--line)",
          codeBackground: "var(--card)",
          codeFontFamily: "var(--mono)",
          codeFontSize: "0.8125rem",
          uiFontFamily: "var(--sans)",
          frames: {
            shadowColor: "transparent",
            editorTabBarBackground: "var(--sunken)",
            editorActiveTabBackground: "var(--card)",
            editorActiveTabIndicatorTopColor: "transparent",
            editorActiveTabIndicatorBottomColor: "var(--accent)",
            editorTabBarBorderBottomColor: "var(--line)",
            terminalTitlebarBackground: "var(--sunken)",
            terminalTitlebarBorderBottomColor: "var(--line)",
            terminalBackground: "var(--card)",
          },
        },
      },
    }),
    installSearch,
  ],
})
