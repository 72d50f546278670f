import { createApp } from 'vue';
import '../../reading-room.css';
import ReadingRoom from './ReadingRoom.vue';

createApp(ReadingRoom).mount('#root');
