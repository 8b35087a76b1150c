export { titlesAmong as titlesOfNew } from '../../plugins/newsroom/features/history/server/new-names';
