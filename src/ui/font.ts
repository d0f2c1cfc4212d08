/** The address of the site's face, for the preload link: the text is painted in it from the start. */
export { default as fontUrl } from '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2'
