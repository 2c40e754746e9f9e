// The scene of `costs world` in Chipmunk: half discs, half boxes in a closed room of 4 × 3 m, shaken every
// two seconds. `chipmunk COUNT SECONDS` prints the CPU time of a second of the world in nanoseconds, the
// allocations of all steps after the first second, and the mean number of contacts.
#define _GNU_SOURCE
#include <chipmunk/chipmunk.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t state = 3;

// S. Vigna's SplitMix64, as in `costs`.
static float draw(void) {
  state += 0x9e3779b97f4a7c15u;
  uint64_t mixed = state;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return (float)((mixed ^ (mixed >> 31)) >> 40) / 16777216;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e9 * time.tv_sec + time.tv_nsec;
}

static void count(cpBody *body, cpArbiter *arbiter, void *sum) {
  *(long *)sum += cpArbiterGetCount(arbiter);
}

int main(int argc, char **argv) {
  int bodies = atoi(argv[1]), seconds = atoi(argv[2]);
  long (*allocations)(void) = (long (*)(void))dlsym(RTLD_DEFAULT, "allocation_count");
  cpSpace *space = cpSpaceNew();
  cpSpaceSetGravity(space, cpv(0, -9.8));
  cpSpaceSetDamping(space, 0.9);
  cpVect corners[] = {{0, 0}, {4, 0}, {4, 3}, {0, 3}};
  for (int wall = 0; wall < 4; wall++) {
    cpBody *ground = cpSpaceGetStaticBody(space);
    cpShape *shape = cpSegmentShapeNew(ground, corners[wall], corners[(wall + 1) % 4], 0);
    cpShapeSetFriction(shape, 0.3);
    cpShapeSetElasticity(shape, 0.4);
    cpSpaceAddShape(space, shape);
  }
  cpBody *all[64];
  for (int index = 0; index < bodies; index++) {
    float x = 0.3f + 3.4f * draw(), y = 0.3f + 2.4f * draw(), half = 0.05f + 0.1f * draw();
    double mass = index & 1 ? 4 * half * half : 3.1415927 * half * half;
    double moment = index & 1 ? cpMomentForBox(mass, 2 * half, 2 * half)
                              : cpMomentForCircle(mass, 0, half, cpvzero);
    all[index] = cpSpaceAddBody(space, cpBodyNew(mass, moment));
    cpBodySetPosition(all[index], cpv(x, y));
    cpShape *shape = index & 1 ? cpBoxShapeNew(all[index], 2 * half, 2 * half, 0)
                               : cpCircleShapeNew(all[index], half, cpvzero);
    cpShapeSetFriction(shape, 0.3);
    cpShapeSetElasticity(shape, 0.4);
    cpSpaceAddShape(space, shape);
  }
  double spent = 0;
  long contacts = 0, before = 0;
  for (int step = 0; step < 250 * (seconds + 1); step++) {
    if (step % 500 == 0)
      for (int index = 0; index < bodies; index++) {
        cpVect speed = cpBodyGetVelocity(all[index]);
        cpBodySetVelocity(all[index], cpv(speed.x + 6 * draw() - 3, speed.y + 6 * draw() - 3));
      }
    if (step == 250) {
      before = allocations ? allocations() : 0;
      spent = -now();
    }
    cpSpaceStep(space, 1.0 / 250);
  }
  spent += now();
  long after = allocations ? allocations() : 0;
  for (int index = 0; index < bodies; index++) cpBodyEachArbiter(all[index], count, &contacts);
  printf("%.0f %ld %ld\n", spent / seconds, after - before, contacts);
}
