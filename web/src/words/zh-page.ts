/** Chinese texts of the pages around the elements. */
import type { page } from './en-page';

export const zhPage: typeof page = {
  pages: '页面',
  lab: '实验室',
  course: '课程',
  training: '训练',
  playground: '单层，未训练',
  model: '语言模型',
  proof: '验证',
  speed: '速度',
  language: '语言',
  theme: '主题',
  system: '跟随系统',
  light: '浅色',
  dark: '深色',
  present: '演示',
  leave: '退出演示',
  presentKeys: '← → 切换步骤 · 按 Esc 退出',
  privacy: '您输入的内容不会离开本页。',
  live: '本页的每个数都由经过测试的核心在您观看时算出。',
  playgroundTitle: '单层注意力，未训练',
  playgroundIntro: '多头注意力，此时此地由您的句子算出。每个数都可以触碰。',
  trainingTitle: '看一个头学会该看哪里',
  trainingIntro: '本页从随机数开始训练一个只有几千个参数的模型。点击播放，来回拖动，任选一个词。',
  modelTitle: '输入时看到语言模型的每一个头',
  modelIntro:
    '打开 MiniLM 并输入句子：全部 72 个头的权重图随之更新。然后测量每一个头：哪个从限定词看向名词，哪个从“她的”看向女孩，以及有多大把握。',
};
