/**
 * What the parts of a Word document may be, and how they may be related: what Word, LibreOffice, Google Docs and Pages write for text,
 * pictures, fonts and drawings. Everything else (macros, controls, embedded and imported documents, programs) is not in the list.
 */
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const drawing = 'application/vnd.openxmlformats-officedocument.drawingml'

/** Names that white space separates. */
const names = (text: string): string[] => text.trim().split(/\s+/)

const officeXml = 'application/vnd.openxmlformats-officedocument'

const xmlTypes = [
  ...names(`document.main document.glossary styles settings webSettings fontTable numbering footnotes endnotes header footer comments
    commentsExtended commentsIds commentsExtensible people`).map((name) => `${word}.${name}+xml`),
  ...names('chart chartshapes diagramData diagramLayout diagramStyle diagramColors').map((name) => `${drawing}.${name}+xml`),
  ...names('theme themeOverride extended-properties custom-properties customXmlProperties').map(
    (name) => `${officeXml}.${name}+xml`,
  ),
  ...names('core-properties relationships').map((name) => `application/vnd.openxmlformats-package.${name}+xml`),
  ...names('drawingml.diagramDrawing chartstyle chartcolorstyle classificationlabels intelligence2').map(
    (name) => `application/vnd.ms-office.${name}+xml`,
  ),
  'application/vnd.ms-word.stylesWithEffects+xml',
  'application/xml',
  'text/xml',
  'image/svg+xml',
]

const binaryTypes = [
  ...names('png jpeg jpg pjpeg gif bmp tiff webp x-emf emf x-wmf wmf vnd.ms-photo').map((name) => `image/${name}`),
  `${officeXml}.obfuscatedFont`,
  ...names('application/x-fontdata application/x-font-ttf application/x-font-otf font/ttf font/otf'),
  `${word}.printerSettings`,
]

const lower = (texts: readonly string[]): ReadonlySet<string> => new Set(texts.map((text) => text.toLowerCase()))
export const xmlPartTypes = lower(xmlTypes)
export const binaryPartTypes = lower(binaryTypes)

const office = [
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
]
const microsoft = 'http://schemas.microsoft.com/office'

/** Relationships of Word within a document. */
const relationships =
  names(`officeDocument extended-properties extendedProperties custom-properties customProperties customXml customXmlProps
  styles settings webSettings fontTable font numbering footnotes endnotes header footer comments glossaryDocument theme themeOverride
  image hyperlink printerSettings chart chartUserShapes diagramData diagramLayout diagramQuickStyle diagramColors thumbnail`)

export const relationshipTypes: ReadonlySet<string> = new Set([
  ...office.flatMap((prefix) => relationships.map((name) => `${prefix}/${name}`)),
  'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
  'http://schemas.openxmlformats.org/officedocument/2006/relationships/metadata/core-properties',
  'http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail',
  ...names(`2006/relationships/stylesWithEffects 2007/relationships/stylesWithEffects 2007/relationships/diagramDrawing
    2007/relationships/hdphoto 2011/relationships/commentsExtended 2011/relationships/people 2011/relationships/chartStyle
    2011/relationships/chartColorStyle 2016/09/relationships/commentsIds 2018/08/relationships/commentsExtensible
    2020/02/relationships/classificationlabels 2020/10/relationships/intelligence`).map((name) => `${microsoft}/${name}`),
])

/** A link may lead anywhere; everything else that comes from elsewhere is loaded when the document is opened. */
export const linkTypes: ReadonlySet<string> = new Set(office.map((prefix) => `${prefix}/hyperlink`))
/** Word notes the template of a document by its path on the author's disk, which is harmless. */
export const templateTypes: ReadonlySet<string> = new Set(office.map((prefix) => `${prefix}/attachedTemplate`))

/** Elements that load data, or show a page of the web, without a relationship. */
export const activeElements: ReadonlySet<string> = new Set(['mailMerge', 'webVideoPr'])

/** What fields may do: show what the document or its program knows. Not here: DDE, LINK, EMBED, INCLUDE…, DATABASE and the like. */
export const fieldNames: ReadonlySet<string> = new Set(
  names(`= ADDIN ADVANCE ASK AUTHOR AUTONUM AUTONUMLGL AUTONUMOUT AUTOTEXT AUTOTEXTLIST BIBLIOGRAPHY BIDIOUTLINE CITATION COMMENTS COMPARE CREATEDATE DATE DISPLAYBARCODE DOCPROPERTY
  DOCVARIABLE EDITTIME EQ FILENAME FILESIZE FILLIN FORMCHECKBOX FORMDROPDOWN FORMTEXT GOTOBUTTON GREETINGLINE HYPERLINK IF INDEX INFO KEYWORDS LASTSAVEDBY LISTNUM
  MERGEFIELD MERGEREC MERGESEQ NOTEREF NUMCHARS NUMPAGES NUMWORDS PAGE PAGEREF PRINTDATE PRIVATE QUOTE REF REVNUM SAVEDATE SECTION
  SECTIONPAGES SEQ SET SHAPE STYLEREF SUBJECT SYMBOL TA TC TEMPLATE TIME TITLE TOA TOC USERADDRESS USERINITIALS USERNAME XE`),
)
