export { heroFiguresSetting, previewLiveFigures, setHeroFigures } from './service.ts'
