export { heroFiguresSetting, findLiveFigures, refreshBoardFigures, setHeroFigures } from './service.ts'
