/** The running server, for the command line. */
export { serve } from './main.ts';
export { builtWidgets, isManualBuilt } from './pages/open-pages.ts';
export { pinnedWidgets } from './pages/widget-builds.ts';
export { seedDemo } from './seed-demo.ts';
export { type Running, type ScheduleRunner, urlOf } from './server.ts';
