import packageFile from '#package.json' with { type: 'json' }

/** Of the product. */
export const { version } = packageFile
