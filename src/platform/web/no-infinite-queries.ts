const unused = () => {
  throw new Error('No infinite queries')
}

/** Stand in for the query library's module of this name (vite.config.ts). */
export { unused as infiniteQueryBehavior, unused as hasNextPage, unused as hasPreviousPage }
