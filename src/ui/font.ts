/** The font's URL, for the preload link. */
export { default as fontUrl } from '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2'
