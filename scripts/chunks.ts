type Context = { getModuleInfo(id: string): { importers: readonly string[] } | null }

const entry = /\/src\/app\/web\/entry-client\.tsx$/
/** Landing pages need their code at once. */
const results = /\/src\/features\/jobs\/web\/jobs-page\.tsx$/
const arrivals = /\/src\/app\/web\/(home|job)-page\.tsx$|\/src\/features\/jobs\/web\/(jobs|landing)-page\.tsx$/
const publicPages =
  /\/src\/app\/web\/(home|job|salaries|offer)-page\.tsx$|\/src\/features\/(jobs\/web\/landing|salaries\/web\/specialty-salaries)-page\.tsx$/

/** Parts of libraries that every first load needs, and later ones too: files of their own would compress worse. */
const library =
  /\/node_modules\/(@tanstack\/query-core\/build\/modern\/(mutation|mutationCache|queryCache|queryClient|hydration)|react-dom\/(index|client|cjs\/react-dom(-client)?\.production)|scheduler\/.+)\.js$/

/**
 * How the pages' code is split. Modules that the results share with other landing pages go into one file, which compresses better than
 * many; what the results do not need, such as the map, stays outside. The form
 * library and zod make another, which no first load may contain; the byte budget of the browser tests detects it.
 */
export const chunkGroups = [
  {
    name: (id: string, context: Context) => (library.test(id) || isNeededAtOnce(id, context) ? 'shared' : null),
    // What the entry alone needs, too: one file compresses two kilobytes better than two.
    minShareCount: 1,
    priority: 2,
  },
  // What several of them need, and the results do not, is one file instead of ten small ones.
  { name: (id: string, context: Context) => (pagesOf(id, context).length > 1 ? 'pages' : null), priority: 0 },
  { name: 'forms', test: /\/src\/platform\/web\/form\/|\/node_modules\/(zod|react-hook-form|@hookform)\//, priority: 1 },
]

function isNeededAtOnce(id: string, context: Context): boolean {
  // The entry itself is the script that a page starts.
  if (!id.includes('/src/') || id.includes('/node_modules/') || entry.test(id)) return false
  const users = [...importersOf(id, context)]
  const isShared = users.some((it) => results.test(it)) && users.filter((it) => arrivals.test(it)).length > 1
  return isShared || users.some((it) => entry.test(it))
}

/** The pages that people arrive at and that need the module at once. */
const pagesOf = (id: string, context: Context): string[] =>
  id.includes('/src/') ? [...importersOf(id, context)].filter((it) => publicPages.test(it)) : []

/** The module and its importers, transitively; dynamic imports do not count. */
function importersOf(id: string, context: Context, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const importer of context.getModuleInfo(id)?.importers ?? []) importersOf(importer, context, found)
  return found
}
