const elsewhere: Readonly<Record<string, string>> = {
  "README.md": "",
  "CONTRIBUTING.md": "contributing",
  "SECURITY.md": "security",
  "site/playground/README.md": "try",
  // Replaced by a page for each chapter.
  "contract/clauses.md": "contract",
  "contract/requirements.md": "requirements",
  "bench/results/README.md": "benchmarks",
  "packages/mortise/CHANGELOG.md": "changes/mortise",
  "packages/conformance/CHANGELOG.md": "changes/conformance",
}

/** The address of a Markdown file's page, without slashes around it. */
export const toSlug = (file: string): string =>
  elsewhere[file] ??
  file
    .replace(/^docs\//, "")
    .replace(/\/README\.md$/, "")
    .replace(/\.md$/, "")

/** The address of a page on the site: of a Markdown file, or of a generated page. */
export const toPageAddress = (page: string): string => (page.endsWith(".md") ? `/${toSlug(page)}/` : page)
